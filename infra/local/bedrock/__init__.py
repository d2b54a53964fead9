"""A stand-in for Amazon Bedrock Runtime on a laptop: it answers Converse and ConverseStream by rules, and misbehaves
when it is told to. Nothing that is deployed names it, and nothing starts it yet but tests."""
