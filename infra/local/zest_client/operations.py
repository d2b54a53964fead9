"""GraphQL documents sent by the client."""

CARD = """id title description author url part imageUrl status stage language tags { name } total_time servings
  ingredientNames nutritionStatus errorCode errorDetails pictureSubmissionUUID fileSubmissionUUID sourceName
  importSummary { found imported failed problems { title errorCode text } } credit
  favourite rating collections lastMadeOn version createdAt updatedAt"""

RECIPE = """id mine title description author
  ingredients { name quantity unit note text group stepMapping doubt } instructions stepHeadings { step text }
  recipeLinks { line recipe } url part otherRecipes
  prep_time cook_time total_time servings yield imageUrl status stage language tags { name }
  nutritionalInformation { status source calories fat carbs protein } errorCode errorDetails warnings notes
  externalApiJson owners createdBy pictureSubmissionUUID fileSubmissionUUID sourceName
  importSummary { found imported failed problems { title errorCode text } } credit
  favourite rating collections madeOn version createdAt updatedAt"""

CREATE = f"mutation Create($input: CreateRecipeInput!) {{ createRecipe(input: $input) {{ {RECIPE} }} }}"
UPDATE = f"mutation Update($input: UpdateRecipeInput!) {{ updateRecipe(input: $input) {{ {RECIPE} }} }}"
SET_PICTURE = f"""mutation SetPicture($id: ID!, $submission: ID) {{
  setRecipePicture(id: $id, pictureSubmissionUUID: $submission) {{ {RECIPE} }} }}"""
READING = """title author description ingredients { name quantity unit note text group stepMapping doubt } instructions
  stepHeadings { step text } prep_time cook_time total_time servings yield"""
READ_AGAIN = f"""mutation ReadAgain($id: ID!) {{
  readAgain(id: $id) {{ now {{ {READING} }} before {{ {READING} }} lost warnings }} }}"""
RETRY = f"""mutation Retry($id: ID!, $assistant: Boolean) {{
  retryRecipe(id: $id, assistant: $assistant) {{ {RECIPE} }} }}"""
BLANK = f"""mutation Blank($id: ID!, $language: Language) {{
  createBlankRecipe(id: $id, language: $language) {{ {RECIPE} }} }}"""
COPY = f"mutation Copy($sourceId: ID!, $id: ID!) {{ copyRecipe(sourceId: $sourceId, id: $id) {{ {RECIPE} }} }}"
DELETE = "mutation Delete($id: ID!) { deleteRecipe(id: $id) { id } }"
DELETE_SOME = "mutation DeleteSome($ids: [ID!]!) { deleteRecipes(ids: $ids) { id deleted error } }"
DELETE_ALL = "mutation DeleteAll { deleteAllRecipes { deleted done } }"
RECORD = "mutation Record($event: AnalyticsEventInput!) { recordEvent(event: $event) }"
REPORT_CRASH = "mutation Report($input: CrashInput!) { reportCrash(input: $input) }"
ISSUE = "mutation Issue { issueOwnerToken { token expiresAt } }"
ISSUE_CLAIM = "mutation IssueClaim { issueClaimToken { token expiresAt } }"
CLAIM = "mutation Claim($token: String) { claimRecipes(token: $token) { claimed done } }"
DELETE_ACCOUNT = "mutation DeleteAccount { deleteAccount { deleted done } }"
CREATE_UPLOAD = """mutation CreateUpload($input: CreateUploadInput!) {
  createUpload(input: $input) { url fields { name value } expiresAt } }"""
LIST_UPLOADS = """query ListUploads($submission: ID) {
  listUploads(submission: $submission) { submission kind position name contentType size createdAt recipeId url } }"""
SOURCE_PAGES = "query SourcePages($id: ID!) { sourcePages(id: $id) { page url width height } }"
DELETE_UPLOAD = "mutation DeleteUpload($submission: ID!) { deleteUpload(submission: $submission) { submission } }"
GET = f"query Get($id: ID!) {{ getRecipe(id: $id) {{ {RECIPE} }} }}"
EXPORT = f"""query Export($limit: Int, $nextToken: String) {{
  exportRecipes(limit: $limit, nextToken: $nextToken) {{ items {{ {RECIPE} }} nextToken }} }}"""
LIST = f"""query List($filter: RecipeFilter, $limit: Int, $nextToken: String, $sortDirection: SortDirection) {{
  listRecipes(filter: $filter, limit: $limit, nextToken: $nextToken, sortDirection: $sortDirection) {{
    items {{ {CARD} }} nextToken }} }}"""
ON_CHANGE = f"""subscription OnChange($owner: ID!) {{
  onRecipeChange(owner: $owner) {{ owner id version card {{ {CARD} }} }} }}"""
