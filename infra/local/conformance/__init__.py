"""`make conformance`: runs readers of recipes on the cases in `conformance/`."""
