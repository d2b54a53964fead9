//! Kinds of foods: what a food is or contains.

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Kinds(u32);

macro_rules! kinds {
    ($($constant:ident $word:literal $bit:literal)*) => {
        impl Kinds {
            $(pub(crate) const $constant: Self = Self(1 << $bit);)*

            pub(super) fn of_word(word: &str) -> Option<Self> {
                match word {
                    $($word => Some(Self::$constant),)*
                    _ => None,
                }
            }
        }
    };
}

kinds! {
    MEAT "meat" 0
    FISH "fish" 1
    DAIRY "dairy" 2
    EGG "egg" 3
    HONEY "honey" 4
    GELATIN "gelatin" 5
    RENNET "rennet" 6
    GLUTEN "gluten" 7
    NUT "nut" 8
    ALCOHOL "alcohol" 9
    UNSURE "unsure" 10
    SWEET "sweet" 11
    COCOA "cocoa" 12
    CHEESE "cheese" 13
    PASTA "pasta" 14
    FLOUR "flour" 15
    LEAVENING "leavening" 16
    SPICE "spice" 17
    HERB "herb" 18
    SEASONING "seasoning" 19
    FLAVORING "flavoring" 20
    VINEGAR "vinegar" 21
    WATER "water" 22
    OIL "oil" 23
    BROTH "broth" 24
    SAUCE "sauce" 25
    LEGUME "legume" 26
    DRY "dry" 27
}

impl Kinds {
    /// Union; usable in constants, unlike `|`.
    pub(crate) const fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    pub(crate) const fn any(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }
}
