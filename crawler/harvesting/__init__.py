"""The way of a harvest through Scrapy: forms chosen, queries sent, answers kept.

What to ask, and what an answer is, is decided in the room :mod:`crawler.harvest`.
"""
