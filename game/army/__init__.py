"""An army list on paper: what it holds, as a page to print and as text for a forum."""

from game.army.page import to_html
from game.army.paper_list import Sheet, make_sheet
from game.army.plain import to_text

__all__ = ["Sheet", "make_sheet", "to_html", "to_text"]
