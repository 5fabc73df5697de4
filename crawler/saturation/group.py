"""What is believed of one population of URLs."""

from __future__ import annotations

from dataclasses import dataclass, field

from crawler.saturation.sketch import Sketch

_CLUSTERS = 1000
_MEMBERS = 100_000


@dataclass(slots=True)
class Group:
    """A shape, or a pool of shapes that may speak for one another."""

    name: str
    known: int = 0
    """URLs found."""
    done: int = 0
    """URLs fetched."""
    news: int = 0
    """Pages that brought something that was not known anywhere."""
    inside: int = 0
    """URLs found on pages of its own."""
    tail: int = 0
    """Pages since the last one that brought news or led out of it."""
    turned: bool = False
    """Whether there was such a page: then the tail began with it."""
    sketch: Sketch = field(default_factory=Sketch)
    clusters: dict[int, set[str]] = field(default_factory=dict)
    """Cluster -> shapes that show it, two at most."""
    members: dict[str, None] = field(default_factory=dict)
    """Of a pool: its shapes."""
    begun: int = 0
    """Shapes of a pool in a row whose first page brought no news."""
    stopped: bool = False
    """Whether one brought some."""
    enough: bool = False
    """Of a pool: it had learned enough when it was looked at last."""
    example: str = ""
    """A page of it that was fetched."""

    @property
    def waiting(self) -> int:
        """URLs that are not fetched."""
        return self.known - self.done

    def found(self, number: int, member: str, *, inside: bool) -> None:
        """A URL of the shape *member* was found."""
        self.known += 1
        self.inside += inside
        self.sketch.add(number)
        self.take_in(member)

    def fetched(self, number: int, *, news: bool) -> None:
        """A URL was fetched."""
        self.done += 1
        self.news += news
        self.tail += 1
        if news:
            self.begin_tail()
        self.sketch.end(number, news=news)

    def begin_tail(self) -> None:
        """A page brought news, or led out of it."""
        self.tail, self.turned = 0, True

    def begin(self, *, news: bool) -> None:
        """The first page of a shape of this pool was fetched."""
        self.begun = 0 if news else self.begun + 1
        self.stopped = self.stopped or news

    def shows(self, cluster: int, member: str) -> None:
        """A page of *member* is in a cluster."""
        if cluster in self.clusters or len(self.clusters) < _CLUSTERS:
            names = self.clusters.setdefault(cluster, set())
            if len(names) < 2:
                names.add(member)

    def knows(self, clusters: dict[int, set[str]], member: str) -> bool:
        """Whether others than *member* show all its clusters."""
        return all(self.clusters.get(each, set()) - {member} for each in clusters)

    def join(self, told: Group) -> None:
        """Add what was learned of it elsewhere."""
        self.known += told.known
        self.done += told.done
        self.news += told.news
        self.inside += told.inside
        self.tail = told.tail if told.turned else self.tail + told.tail
        self.turned = self.turned or told.turned
        self.begun = told.begun if told.stopped else self.begun + told.begun
        self.stopped = self.stopped or told.stopped
        self.sketch.join(told.sketch)
        for cluster, shapes in told.clusters.items():
            for shape in shapes:
                self.shows(cluster, shape)
        self.example = told.example or self.example

    def take_in(self, member: str) -> None:
        """A shape belongs to this pool."""
        if len(self.members) < _MEMBERS:
            self.members.setdefault(member)
