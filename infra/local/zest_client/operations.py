"""The GraphQL documents that the client sends."""

CARD = """id title description url imageUrl status stage language tags { name } total_time servings nutritionStatus
  errorCode errorDetails version createdAt updatedAt"""

RECIPE = """id title description ingredients { name quantity unit note text group stepMapping doubt } instructions url
  prep_time cook_time total_time servings yield imageUrl status stage language tags { name }
  nutritionalInformation { status source calories fat carbs protein } errorCode errorDetails warnings externalApiJson
  owners createdBy version createdAt updatedAt"""

CREATE = f"mutation Create($input: CreateRecipeInput!) {{ createRecipe(input: $input) {{ {RECIPE} }} }}"
UPDATE = f"mutation Update($input: UpdateRecipeInput!) {{ updateRecipe(input: $input) {{ {RECIPE} }} }}"
RETRY = f"mutation Retry($id: ID!) {{ retryRecipe(id: $id) {{ {RECIPE} }} }}"
DELETE = "mutation Delete($id: ID!) { deleteRecipe(id: $id) { id } }"
ISSUE = "mutation Issue { issueOwnerToken { token expiresAt } }"
GET = f"query Get($id: ID!) {{ getRecipe(id: $id) {{ {RECIPE} }} }}"
LIST = f"""query List($filter: RecipeFilter, $limit: Int, $nextToken: String, $sortDirection: SortDirection) {{
  listRecipes(filter: $filter, limit: $limit, nextToken: $nextToken, sortDirection: $sortDirection) {{
    items {{ {CARD} }} nextToken }} }}"""
ON_CHANGE = f"""subscription OnChange($owner: ID!) {{
  onRecipeChange(owner: $owner) {{ owner id version card {{ {CARD} }} }} }}"""
