"""The three roles: downloading here, focus and form work on workers of Dask.

Off without ``FOCUS_SCHEDULER``. What is done elsewhere can always be done here: when
workers, or the scheduler, go away, the work comes home, and nothing is lost.
"""
