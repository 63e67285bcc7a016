"""Names of rows, and sentences in two versions: about weights and about contributions."""

from ui.messages import N_

ROWS = {"writes": N_("the row that predicts the word"), "reads": N_("the row that reads the word")}
MOST = {
    "weight": N_("{row} gives the most weight to **{read}**: {share}."),
    "contribution": N_("**{read}** contributes the most to {row} ({share})."),
}
OTHERS_MOST = {
    "weight": N_("In {language}, {row} gives it the most weight ({share})."),
    "contribution": N_("In {language}, it contributes the most to {row} ({share})."),
}
NONE = {
    "weight": N_("{row} attends to none of the tokens shown."),
    "contribution": N_("None of the tokens shown contributes to {row}."),
}
OTHERS_NONE = {
    "weight": N_("In {language}, {row} attends to none of the tokens shown."),
    "contribution": N_("In {language}, none of the tokens shown contributes to {row}."),
}
MORE = {
    "weight": N_("But {read} gets even more ({share})."),
    "contribution": N_("But {read} contributes even more ({share})."),
}
UNREAD = {
    "weight": N_(
        "In {language}, no word gives {read} its largest weight; it may have been left out."
    ),
    "contribution": N_(
        "In {language}, {read} isn't the main contributor to any word; it may have been left out."
    ),
}
TWO_UNREAD = {
    "weight": N_(
        "In {language}, no word gives {first} or {second} its largest weight; they may "
        "have been left out."
    ),
    "contribution": N_(
        "In {language}, neither {first} nor {second} is the main contributor to any word; "
        "they may have been left out."
    ),
}
