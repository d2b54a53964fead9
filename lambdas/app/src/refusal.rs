//! Reasons for rejected input, with English sentences for developers of clients.
//!
//! `infra/server-messages.json` maps them to messages of the app.

macro_rules! refusals {
    ($($name:ident = $sentence:literal,)*) => {
        /// Reason for rejected input.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Refusal {
            $(#[doc = $sentence] $name,)*
        }

        impl Refusal {
            /// All reasons.
            pub const ALL: &[Self] = &[$(Self::$name,)*];

            /// English sentence that names the field. It never contains the input.
            #[must_use]
            pub fn sentence(self) -> &'static str {
                match self {
                    $(Self::$name => $sentence,)*
                }
            }
        }
    };
}

refusals! {
    MalformedId = "id must be 32 lowercase hexadecimal digits",
    MalformedSubmission = "submission must be a UUID v4 in lowercase",
    OutOfBounds = "an argument is out of its bounds",
    ListLimit = "limit must be a number from 1 to 200",
    ExportLimit = "limit must be a number from 1 to 20",
    RowsLimit = "limit must be a number from 1 to 1,000",
    LongFilter = "a filter has at most 100 conditions",
    ForeignPageToken = "nextToken belongs to another query. Start again without it.",
    TooManyFields = "a query selects at most 300 fields of one answer",
    OneSource = "give exactly one of url, pictureSubmissionUUID and fileSubmissionUUID; a page or file may come with its url",
    PartAlone = "part goes with the url of a page, and with nothing else",
    LongPart = "part must have 1 to 200 characters",
    StillImporting = "the recipe is still being imported. Wait for it to finish.",
    RecipeTooLong = "the recipe is too long to be kept. Shorten it.",
    NoAddress = "the recipe has no address to import. Add one first.",
    NoAssistant = "there is no assistant here. Try again without it.",
    NotForAssistant = "the assistant reads only an import in which no recipe was found. Try again without it.",
    TooManyDeletions = "at most 50 recipes are deleted at once",
    LongTitle = "title must have at most 300 characters",
    EmptyTitle = "title must not be empty",
    LongDescription = "description must have at most 50,000 characters",
    LongAuthor = "author must have at most 80 characters",
    LongNotes = "notes must have at most 50,000 characters",
    LongYield = "yield must have at most 300 characters",
    TooManySteps = "a recipe has at most 500 steps",
    LongStep = "a step has at most 50,000 characters",
    LongStepHeading = "a step heading has at most 300 characters",
    TooManyIngredients = "a recipe has at most 500 ingredients",
    TooManyTags = "a recipe has at most 30 tags",
    LongTag = "a tag has at most 60 characters",
    LongTime = "a time is at most a year",
    TooManyServings = "servings are at most 10,000",
    RatingOutOfBounds = "rating must be 1 to 5",
    TooManyCollections = "a recipe is in at most 20 collections",
    LongCollection = "the name of a collection has at most 60 characters",
    FutureDay = "madeOn must not name a day that has not come yet",
    LongNutrition = "a value of the nutrition has at most 60 characters",
    UnknownFood = "the food of a nutrition fix is not in the food table",
    PositionOutOfBounds = "position must be 0 to 9 for a picture, and 0 for a file or page",
    UploadTooLarge = "size must be 1 to 20,971,520 bytes: choose a smaller picture or file, or split it",
    PageTooLarge = "size of a page must be 1 to 4,194,304 bytes: send its address alone",
    NotHtml = "contentType of a page must be text/html",
    LongFileName = "name must have at most 200 characters",
    UnreadablePictureType = "This kind of picture cannot be read. Save it as JPEG or PNG and try again.",
    UnreadableFileType = "contentType must be that of a file that can be read, or application/octet-stream",
    UploadUsed = "This upload is already a recipe.",
    UploadIsRecipe = "This upload is a recipe. Delete the recipe instead.",
    SignInAgain = "sign in once more before you upload pictures or files",
    EventWithOtherThings = "an event holds ids, names of fields and small numbers, nothing else",
    CrashWithOtherThings = "a crash holds an error class, a route, a build and a frame, nothing else",
    EmptyMessage = "message must not be empty",
    LongMessage = "message must have at most 5,000 characters",
    MalformedEmail = "email must be an email address of at most 254 characters",
    NoOwnRecipe = "wrongPart needs the recipeId of a recipe of your own",
    LongAnswer = "answer must have at most 5,000 characters",
    LongNote = "note must have at most 5,000 characters",
    TokenName = "name must have 1 to 60 characters on one line",
    TokenScopes = "scopes must name at least one scope",
    TokenLifetime = "expiresInDays must be 1 to 366",
    ExtractSource = "give exactly one of url, html, text, file and photos; sourceUrl goes with html, fileName with file, part with url, html or file",
    ExtractFiles = "file and photos must be base64, a fileName has at most 200 characters, and a recipe 1 to 10 photos",
    LongText = "text must have at most 200,000 bytes",
    TooManyListItems = "a shared list has at most 200 items",
    TooManyListChanges = "a call changes 1 to 50 different items",
    MalformedListItem = "the id of an item is 1 to 32 lowercase hexadecimal digits, its text 1 to 200 characters",
    TooManySharedLists = "you have 10 shared lists. End one first.",
    NoEmailAddress = "An account needs an email address.",
    NotVerifiedByGoogle = "Google has not verified your email address. Sign up with email and password instead.",
    NotVerifiedHere = "An account with this email is not confirmed yet. Sign in with its password.",
    FromGoogle = "There is already an account with this email. Continue with Google.",
}
