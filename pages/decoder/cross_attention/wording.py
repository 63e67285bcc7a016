"""Sentences that differ by what is shown, weights or contributions, and names of rows."""

from ui.messages import N_

ROWS = {"writes": N_("the row that predicts the word"), "reads": N_("the row that reads the word")}
MOST = {
    "weight": N_("{row} looks at **{read}** most ({share})."),
    "contribution": N_("{row} gains from **{read}** most ({share})."),
}
OTHERS_MOST = {
    "weight": N_("In {language}, {row} looks at it most ({share})."),
    "contribution": N_("In {language}, {row} gains from it most ({share})."),
}
NONE = {
    "weight": N_("{row} looks at none of the tokens shown."),
    "contribution": N_("{row} gains from none of the tokens shown."),
}
OTHERS_NONE = {
    "weight": N_("In {language}, {row} looks at none of the tokens shown."),
    "contribution": N_("In {language}, {row} gains from none of the tokens shown."),
}
MORE = {
    "weight": N_("But it looks at {read} ({share}) more."),
    "contribution": N_("But it gains from {read} ({share}) more."),
}
UNREAD = {
    "weight": N_("In {language}, no word looks at {read} most. Perhaps it is left out."),
    "contribution": N_("In {language}, no word gains from {read} most. Perhaps it is left out."),
}
TWO_UNREAD = {
    "weight": N_(
        "In {language}, no word looks at {first} or {second} most. Perhaps they are left out."
    ),
    "contribution": N_(
        "In {language}, no word gains from {first} or {second} most. Perhaps they are left out."
    ),
}
