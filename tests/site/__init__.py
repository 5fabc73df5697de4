"""A fictional dealer in machine parts, served locally to be crawled.

The site knows the truth about itself: ``/__truth__`` tells templates, forms,
parameters, traps and dangerous links, from the tables that also serve them;
``/__log__`` tells what was requested and what that changed.
"""
