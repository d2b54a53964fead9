"""A local stand-in for Amazon Bedrock Runtime: rule-based answers with fault injection. Not deployed."""
