//! Field names for recipes in other apps, normalized with `field::normalized`, best first.

pub(crate) const TITLE: [&str; 7] =
    ["title", "name", "recipename", "recipetitle", "titre", "titulo", "titel"];
pub(crate) const DESCRIPTION: [&str; 10] = [
    "description",
    "desc",
    "introduction",
    "intro",
    "subtitle",
    "headnote",
    "beschreibung",
    "descripcion",
    // Mela.
    "text",
    "shortdescription",
];
pub(crate) const AUTHOR: [&str; 12] = [
    "author",
    "recipeby",
    "by",
    "creator",
    "source",
    "sourcename",
    "recipesource",
    "srce",
    "sourceline",
    "auteur",
    "autor",
    "fuente",
];
pub(crate) const ADDRESS: [&str; 17] = [
    "sourceurl",
    "originalurl",
    "orgurl",
    "originallink",
    "url",
    "link",
    "weblink",
    "webpage",
    "website",
    "recipeurl",
    "source",
    "recipesource",
    "isbasedon",
    "publicurl",
    "lien",
    "srce",
    "sourceline",
];
pub(crate) const PREP: [&str; 14] = [
    "preptime",
    "preparationtime",
    "prept",
    "prpt",
    "prep",
    "activetime",
    "active",
    "workingtime",
    "workingminutes",
    "tempsdepreparation",
    "tiempodepreparacion",
    "zubereitungszeit",
    "arbeitszeit",
    "timeprepqty",
];
pub(crate) const COOK: [&str; 10] = [
    "cooktime",
    "cookingtime",
    "cook",
    "cooking",
    "cookingduration",
    "performtime",
    "baketime",
    "tempsdecuisson",
    "tiempodecoccion",
    "kochzeit",
];
pub(crate) const TOTAL: [&str; 11] = [
    "totaltime",
    "ttim",
    "total",
    "readyintime",
    "readyin",
    "time",
    "timerequired",
    "tempstotal",
    "tiempototal",
    "gesamtzeit",
    "timeallqty",
];
/// A number of people.
pub(crate) const SERVINGS: [&str; 12] = [
    "servings",
    "serves",
    "serv",
    "servingsize",
    "numberofservings",
    "portions",
    "portionen",
    "porciones",
    "raciones",
    "personnes",
    "personas",
    "people",
];
pub(crate) const YIELD: [&str; 8] =
    ["recipeyield", "yield", "yields", "makes", "quantity", "menge", "servingstext", "servingqty"];
pub(crate) const INGREDIENTS: [&str; 13] = [
    "ingredients",
    "ingredient",
    "recipeingredients",
    "recipeingredient",
    "ingredientlist",
    "ingr",
    "ingredientgroups",
    "ingredientsections",
    "part",
    "parts",
    "ingredientes",
    "zutaten",
    "ingredienti",
];
pub(crate) const STEPS: [&str; 22] = [
    "directions",
    "instructions",
    "recipeinstructions",
    "recipedirections",
    "recipeprocedures",
    "recipetext",
    "dirs",
    "method",
    "methods",
    "procedure",
    "procedures",
    "steps",
    "preparation",
    "preparationsteps",
    "instructionsections",
    "etapes",
    "elaboracion",
    "preparacion",
    "instrucciones",
    "pasos",
    "zubereitung",
    "anleitung",
];
pub(crate) const NOTES: [&str; 21] = [
    "notes",
    "note",
    "recipenotes",
    "recipenote",
    "comments",
    "comments2",
    "comment",
    "modifications",
    "modification",
    "remark",
    "remarks",
    "hint",
    "hints",
    "tips",
    "tip",
    "recipetips",
    "notas",
    "notizen",
    "remarques",
    "variations",
    "servi",
];
pub(crate) const TAGS: [&str; 20] = [
    "categories",
    "category",
    "recipetypes",
    "course",
    "recipecourse",
    "recipecategory",
    "cuisine",
    "tags",
    "tag",
    "keywords",
    "labels",
    "label",
    "recipelabels",
    "cats",
    "cat",
    "kategorien",
    "kategorie",
    "categorie",
    "categoria",
    "etiquetas",
];
pub(crate) const PHOTO: [&str; 16] = [
    "photodata",
    "photos",
    "photo",
    "photo0",
    "images",
    "recipeimages",
    "image",
    "pictures",
    "picture",
    "picbin",
    "imagedata",
    "imagename",
    "imagepath",
    "imageurl",
    "photourl",
    "recipeimage",
];
pub(crate) const NUTRITION: [&str; 8] = [
    "nutritionalinfo",
    "neutritionalinfo",
    "nutrition",
    "nutritioninfo",
    "nutritionalinformation",
    "nutr",
    "nutrition2",
    "recipenutrition",
];
pub(crate) const CALORIES: [&str; 5] = ["calories", "recipenutcalories", "kcal", "energy", "caloriescontent"];
pub(crate) const FAT: [&str; 5] = ["fat", "fats", "fatcontent", "totalfat", "recipenuttotalfat"];
pub(crate) const CARBS: [&str; 7] = [
    "carbohydrate",
    "carbohydrates",
    "carbs",
    "carbohydratecontent",
    "totalcarbohydrate",
    "totalcarbs",
    "recipenuttotalcarbohydrate",
];
pub(crate) const PROTEIN: [&str; 4] = ["protein", "proteins", "proteincontent", "recipenutprotein"];
pub(crate) const LANGUAGE: [&str; 4] = ["language", "lang", "inlanguage", "locale"];
pub(crate) const RATING: [&str; 4] = ["rating", "ratingvalue", "reciperating", "userrating"];
pub(crate) const FAVOURITE: [&str; 8] = [
    "onfavorites",
    "favorite",
    "favourite",
    "isfavorite",
    "isfavourite",
    "recipeisfavourite",
    "starred",
    "favori",
];
pub(crate) const COLLECTIONS: [&str; 3] = ["collections", "recipecollection", "collection"];

pub(crate) const WHOLE_LINE: [&str; 6] = ["display", "originaltext", "raw", "rawtext", "line", "fulltext"];
pub(crate) const FOOD: [&str; 8] =
    ["item", "ingredient", "food", "name", "product", "title", "label", "foodname"];
pub(crate) const LINE_NOTE: [&str; 9] =
    ["note", "notes", "comment", "prep", "preparation", "iprp", "inote", "preparationnotes", "modifier"];
pub(crate) const IS_HEADING: [&str; 6] =
    ["isheader", "isheading", "heading", "issection", "header", "sectionheader"];
pub(crate) const HAS_NO_AMOUNT: [&str; 2] = ["noamount", "disableamount"];
pub(crate) const GROUP: [&str; 6] = ["groupname", "title", "name", "header", "heading", "section"];
pub(crate) const WITHIN: [&str; 12] = [
    "ingredients",
    "ingredient",
    "items",
    "ing",
    "lines",
    "steps",
    "step",
    "instructions",
    "instruction",
    "inggroup",
    "itemlistelement",
    "li",
];
pub(crate) const STEP: [&str; 8] =
    ["instruction", "proceduretext", "step", "text", "dirt", "description", "content", "direction"];
