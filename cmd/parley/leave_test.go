package main

import (
	"context"
	"testing"
	"time"
)

func TestProgramThatDoesNotEndIsLeft(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	left := make(chan int, 1)
	leave(ctx, 10*time.Millisecond, func(code int) { left <- code })
	select {
	case <-left:
		t.Fatal("left before it was asked to")
	case <-time.After(30 * time.Millisecond):
	}
	cancel()
	select {
	case code := <-left:
		if code != exitCancelled {
			t.Errorf("exit %d", code)
		}
	case <-time.After(40 * time.Second):
		t.Error("it stays for ever")
	}
}
