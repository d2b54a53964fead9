import { useMemo } from 'react'
import { useApiClient } from '../ApiClientProvider'
import { FeedbackApi } from './feedback-api'

/** Writing feedback and reading what came back, over the connection that is there for every page. */
export function useFeedbackApi(): FeedbackApi {
  const server = useApiClient()
  return useMemo(() => new FeedbackApi(server), [server])
}
