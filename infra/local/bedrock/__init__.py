"""A local stand-in for Amazon Bedrock Runtime: rule-based Converse and ConverseStream with fault injection. Not
deployed.
"""
