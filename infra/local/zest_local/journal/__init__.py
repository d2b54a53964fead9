"""The local cloud's journal: acknowledged changes are on disk and survive SIGKILL.

frames     file format of groups of changes
writer     appends changes; one thread syncs them in groups
noted      dictionaries that record entries a request may have changed
stores     ministack's state as journalled entries
tables     DynamoDB items and undelivered stream records
users      Cognito pools, users and identities
executions Step Functions executions, resumed after a restart
objects    S3 files, synced together with the changes
durability hooks all of this into ministack's application
"""
