"""The frontier: a durable queue and the set of seen keys, changed together."""
