/** Made by contract.mjs of schema.graphql and the documents beside it. Never edited. */
import type { Operation } from './operation'
import type {
  AnswerFeedbackMutation,
  AnswerFeedbackMutationVariables,
  CreateFeedbackMutation,
  CreateFeedbackMutationVariables,
  DeleteFeedbackMutation,
  DeleteFeedbackMutationVariables,
  ListAllFeedbackQuery,
  ListAllFeedbackQueryVariables,
  ListOwnFeedbackQuery,
  ListOwnFeedbackQueryVariables,
  UpdateFeedbackMutation,
  UpdateFeedbackMutationVariables,
} from './operations'

export const CREATE_FEEDBACK: Operation<CreateFeedbackMutation, CreateFeedbackMutationVariables> = {
  text: 'mutation CreateFeedback($input:CreateFeedbackInput!){createFeedback(input:$input){...Feedback}}fragment Feedback on Feedback{id type message email recipeId wrongPart status answer answeredAt version createdAt updatedAt}',
  ownership: false,
}
export const LIST_OWN_FEEDBACK: Operation<ListOwnFeedbackQuery, ListOwnFeedbackQueryVariables> = {
  text: 'query ListOwnFeedback($limit:Int$nextToken:String){listFeedbacks(mine:true limit:$limit nextToken:$nextToken){items{...Feedback}nextToken}}fragment Feedback on Feedback{id type message email recipeId wrongPart status answer answeredAt version createdAt updatedAt}',
  ownership: false,
}
export const LIST_ALL_FEEDBACK: Operation<ListAllFeedbackQuery, ListAllFeedbackQueryVariables> = {
  text: 'query ListAllFeedback($filter:FeedbackFilterInput$limit:Int$nextToken:String){listFeedbacks(filter:$filter limit:$limit nextToken:$nextToken){items{...FeedbackForAdmins}nextToken}}fragment FeedbackForAdmins on Feedback{...Feedback note handledAt createdBy reading{title ingredients instructions prep_time cook_time total_time sourceHost}}fragment Feedback on Feedback{id type message email recipeId wrongPart status answer answeredAt version createdAt updatedAt}',
  ownership: false,
}
export const UPDATE_FEEDBACK: Operation<UpdateFeedbackMutation, UpdateFeedbackMutationVariables> = {
  text: 'mutation UpdateFeedback($input:UpdateFeedbackInput!){updateFeedback(input:$input){...Feedback}}fragment Feedback on Feedback{id type message email recipeId wrongPart status answer answeredAt version createdAt updatedAt}',
  ownership: true,
}
export const ANSWER_FEEDBACK: Operation<AnswerFeedbackMutation, AnswerFeedbackMutationVariables> = {
  text: 'mutation AnswerFeedback($input:UpdateFeedbackInput!){updateFeedback(input:$input){...FeedbackForAdmins}}fragment FeedbackForAdmins on Feedback{...Feedback note handledAt createdBy reading{title ingredients instructions prep_time cook_time total_time sourceHost}}fragment Feedback on Feedback{id type message email recipeId wrongPart status answer answeredAt version createdAt updatedAt}',
  ownership: true,
}
export const DELETE_FEEDBACK: Operation<DeleteFeedbackMutation, DeleteFeedbackMutationVariables> = {
  text: 'mutation DeleteFeedback($id:ID!){deleteFeedback(id:$id){id}}',
  ownership: true,
}
