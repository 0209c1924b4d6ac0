"""Frames: rules under way, small structs on a stack. The wait for a seat is data.

A step of a frame asks, calls another frame, goes on, or is done. `engine` runs them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, ClassVar, Literal

from msgspec import Struct

from clande.kernel.questions import Question
from clande.kernel.seats import Seat

if not TYPE_CHECKING:
    from clande.kernel.loose import loose

Step = Callable[..., "Next"]
Openness = Literal["all", "asked", "none"] | tuple[Seat, ...]


class Frame(Struct, tag=True, kw_only=True):
    """A rule under way. Its fields are all it remembers, and no secret is among them."""

    # What its questions are about, for sentences and screens: they depend on no name of ours.
    topic: ClassVar[str] = ""
    step_topics: ClassVar[tuple[tuple[str, str], ...]] = ()  # narrower, of a step: TOPIC.WORD
    about: ClassVar[tuple[str, ...]] = ()  # the fields that say what about: its subject
    step: str = "start"

    def stands(self, game: Any) -> bool:
        """Whether a queued rule still makes sense when its turn comes."""
        return True

    def over(self, game: Any, result: object) -> Next:
        """The last step of a rule that only calls another."""
        return Done(result)


if TYPE_CHECKING:
    SomeFrame = Frame
else:
    SomeFrame = loose(Frame)


def topic_of(frame: Frame) -> dict[str, Any] | None:
    """The topic of a frame, as `type`, and its subject. None if it has none."""
    if not frame.topic:
        return None
    topic: dict[str, Any] = {"type": frame.topic}
    for step, narrower in frame.step_topics:
        if step == frame.step:
            topic["type"] = narrower
    for name in frame.about:
        topic[name] = getattr(frame, name)
    return topic


class Ask(Struct, frozen=True):
    """Wait until each of these seats has answered. Answers stay sealed until the last is in.

    `acts` says who may act unasked meanwhile: "none" inside a step of the rule book. After such an
    act the answers already given stay if they are still admitted. Passes are not to be kept: they
    fall once their seat hears of something, and nobody is asked anew for what he may not notice.
    In a game whose pauses the house ends, it is asked too wherever anybody may act, and goes on
    last.
    """

    questions: Mapping[Seat, Question]
    then: Step
    acts: Openness = "all"
    keep: bool = True


class Call(Struct, frozen=True):
    """Follow another rule to its end, then go on with what it returned."""

    rule: Frame
    then: Step


class Go(Struct, frozen=True):
    """Go on with another step of the same rule."""

    then: Step
    value: Any = None


class Done(Struct, frozen=True):
    """This rule is over."""

    result: Any = None


Next = Ask | Call | Go | Done
