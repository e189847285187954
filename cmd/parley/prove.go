package main

import (
	"fmt"
	"strings"

	"parley/db"
)

// proveCommand is `parley prove`: it attacks the database on purpose, prints what held, and ends with a code for CI.
type proveCommand struct {
	SafeRole bool `name:"safe-role" help:"Fail, too, when the role could do more than read outside parley."`
}

// Run ends with exitRefused when an attack got through.
func (c *proveCommand) Run(r *runtime) error {
	targets, err := r.targets(r.named()...)
	if err != nil {
		return err
	}
	opened := r.stillOpening()
	database, err := r.opened(r.ctx, targets...)
	opened()
	if err != nil {
		return err
	}
	defer database.Close()
	proof, err := db.Prove(r.ctx, database)
	if err != nil {
		return err
	}
	text := proof.Text()
	if len(r.Deny) > 0 {
		text += "\nDenied to models: " + db.Visible(strings.Join(r.Deny, ", ")) + ".\n"
	}
	if _, err := fmt.Fprint(r.stdout, text); err != nil {
		return err
	}
	_, safety := proof.Protection.Verdict()
	if !proof.Holds() || c.SafeRole && safety != db.Proven {
		return quiet(exitRefused)
	}
	return nil
}
