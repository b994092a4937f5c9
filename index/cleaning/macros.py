"""LaTeX's macros as people read them."""

from index.cleaning.words import words

THIN = "\u2009"  # a space that may vanish: around log, ≤, ∈; settled in `latex.convert`

FUNCTIONS = words(
    "Pr arccos arcsin arctan arg argmax argmin cos cosh cot coth csc deg det dim exp gcd hom inf ker lg "
    "lim liminf limsup ln log max min mod polylog poly sec sin sinh sup tan tanh "
)
RELATIONS = {
    "le": "≤", "leq": "≤", "leqslant": "≤", "ge": "≥", "geq": "≥", "geqslant": "≥", "ll": "≪", "gg": "≫",
    "ne": "≠", "neq": "≠", "approx": "≈", "equiv": "≡", "cong": "≅", "simeq": "≃", "asymp": "≍", "propto": "∝",
    "in": "∈", "notin": "∉", "ni": "∋", "subset": "⊂", "subseteq": "⊆", "subsetneq": "⊊", "supset": "⊃",
    "supseteq": "⊇", "mid": "|", "lesssim": "≲", "gtrsim": "≳", "sim": "~", "prec": "≺", "succ": "≻", "lt": "<",
    "gt": ">", "coloneqq": "≔", "triangleq": "≜", "implies": "⟹", "iff": "⟺", "vdash": "⊢", "models": "⊨",
    "perp": "⊥", "parallel": "∥", "colon": ":", "bmod": "mod",
}  # fmt: skip
SYMBOLS = {
    "epsilon": "ε", "varepsilon": "ε", "eps": "ε", "phi": "φ", "varphi": "φ", "vartheta": "θ", "varTheta": "Θ",
    "varrho": "ρ", "ell": "ℓ", "times": "×", "to": "→", "rightarrow": "→", "longrightarrow": "→", "leftarrow": "←",
    "Rightarrow": "⇒", "Leftarrow": "⇐", "leftrightarrow": "↔", "mapsto": "↦", "uparrow": "↑", "downarrow": "↓",
    "star": "⋆", "ast": "*", "cdot": "·", "bullet": "•", "circ": "°", "degree": "°", "top": "⊤", "bot": "⊥",
    "ldots": "…", "dots": "…", "cdots": "⋯", "|": "‖", "Vert": "‖", "vert": "|", "lVert": "‖", "rVert": "‖",
    "lvert": "|", "rvert": "|", "langle": "⟨", "rangle": "⟩", "lceil": "⌈", "rceil": "⌉", "lfloor": "⌊",
    "rfloor": "⌋", "lbrace": "{", "rbrace": "}", "infty": "∞", "nabla": "∇", "partial": "∂", "sum": "∑",
    "prod": "∏", "int": "∫", "pm": "±", "mp": "∓", "div": "÷", "oplus": "⊕", "otimes": "⊗", "odot": "⊙",
    "setminus": "∖", "cup": "∪", "cap": "∩", "vee": "∨", "lor": "∨", "wedge": "∧", "land": "∧", "neg": "¬",
    "lnot": "¬", "forall": "∀", "exists": "∃", "emptyset": "∅", "prime": "′", "dagger": "†", "ddagger": "‡",
    "checkmark": "✓", "xmark": "✗", "cmark": "✓", "quad": " ", "qquad": " ", ",": THIN, ";": " ", ":": " ",
    ">": " ", " ": " ", "!": "", "%": "%", "&": "&", "#": "#", "_": "_", "$": "$", "{": "{", "}": "}", "\\": " ",
    "textless": "<", "textgreater": ">", "textasciitilde": "~", "textasciicircum": "^", "textbackslash": "\\",
    "textemdash": "—", "textendash": "–", "textquotedblleft": "“", "textquotedblright": "”", "textquoteleft": "‘",
    "textquoteright": "’", "textbullet": "•", "textdegree": "°", "texttimes": "×", "textpm": "±", "copyright": "©",
    "LaTeX": "LaTeX", "TeX": "TeX", "eg": "e.g.", "egno": "e.g.", "ie": "i.e.", "ieno": "i.e.", "etal": "et al.",
    "wrt": "w.r.t.", "aka": "a.k.a.", "iid": "i.i.d.", "AA": "Å", "mu": "μ", "textmu": "μ", "sqcup": "⊔",
}  # fmt: skip
SILENT = words(
    "displaystyle textstyle scriptstyle limits nolimits left right middle big Big bigg Bigg bigl bigr "
    "Bigl Bigr biggl biggr Biggl Biggr xspace noindent em it bf sl tt rm sf sc cal bfseries itshape "
    "ttfamily sffamily scshape mdseries normalfont selectfont centering protect nobreak allowbreak par "
    "newline linebreak smallskip medskip bigskip small large Large normalsize footnotesize ensuremath "
    "mathord mathbin mathrel mathop boldmath - / "
)
WRAPPERS = words(
    "text textrm textit textbf textsc textsf texttt textsl textup textmd textnormal textul emph underline "
    "ul uline uwave mathcal mathrm mathbf mathit mathsf mathtt mathfrak mathscr mathbin mathrel mathop "
    "mathord bm boldsymbol pmb symbfit symbf operatorname mbox hbox fbox texorpdfstring enquote* term hl "
    "sout smash ensuremath mathnormal revise mathds red blue vspace* hspace* "
)
ACCENTS = {
    "tilde": "\u0303", "widetilde": "\u0303", "hat": "\u0302", "widehat": "\u0302", "bar": "\u0304",
    "overline": "\u0304", "dot": "\u0307", "ddot": "\u0308", "vec": "\u20d7", "check": "\u030c", "breve": "\u0306",
    "Tilde": "\u0303", "Hat": "\u0302", "Bar": "\u0304", "mathring": "\u030a", "acute": "\u0301", "grave": "\u0300",
}  # fmt: skip
DOUBLE_STRUCK = str.maketrans("CHNPQRZ", "ℂℍℕℙℚℝℤ")  # the others are letters few fonts have
