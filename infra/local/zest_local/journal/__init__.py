"""The local cloud's journal: whatever it has acknowledged is on disk, and is there again after kill -9.

frames     how groups of changes lie in a file, and how they are read back
writer     the file that changes are appended to, by one thread that syncs groups of them
noted      dictionaries that note which of their entries a request may have changed
stores     where ministack keeps what is journalled, entry by entry
tables     DynamoDB's items and what of its streams is not delivered yet
users      Cognito's pools, users and identities
executions Step Functions' executions, which go on after a restart
objects    S3's files, which are synced with the changes beside them
durability puts these together around ministack's application
"""
