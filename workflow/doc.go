// Package workflow orchestrates a turn: detect → route → generate or refine → validate → execute → record → enrich
// (IRW-REQ-01 to 08).
//
// Start reading at Orchestrator. Generation and refinement are interfaces here; the embedded engine (workflow/engine)
// and the model providers (workflow/llm) implement them, and the orchestrator knows neither.
//
// Every scenario of the interactive refinement workflow's specification is a file in testdata; scenario_test.go says how
// to read one:
//
//	IRW-REQ-01  IRW-REQ-01-new-query-turn.txt
//	            IRW-REQ-01-refinement-turn.txt
//	IRW-REQ-02  IRW-REQ-02-route-to-generation.txt
//	            IRW-REQ-02-route-to-refinement.txt
//	IRW-REQ-03  IRW-REQ-03-failed-turn.txt
//	            IRW-REQ-03-successful-turn.txt
//	IRW-REQ-04  IRW-REQ-04-enrich-a-new-query.txt
//	            IRW-REQ-04-enrich-a-refinement.txt
//	IRW-REQ-05  IRW-REQ-05-ambiguous-intent.txt
//	            IRW-REQ-05-generation-failure.txt
//	            IRW-REQ-05-state-that-does-not-hold.txt
//	IRW-REQ-06  IRW-REQ-06-initialize.txt
//	            IRW-REQ-06-reset.txt
//	            IRW-REQ-06-terminate.txt
//	IRW-REQ-07  BenchmarkBeginCommit, BenchmarkTurn
//	IRW-REQ-08  IRW-REQ-08-delegate-to-the-generator.txt
//	            IRW-REQ-08-delegate-to-the-refiner.txt
//
// Those of remembered parameters (requirements §4) are memory-*.txt.
package workflow
