"""The launcher of the local cloud: installs, builds, deploys template.yaml and supervises it."""
