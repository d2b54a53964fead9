import { beforeEach, describe, expect, it } from 'vitest'
import { ScriptedApiClient } from '../../../shared/api/scripted-api-client'
import { ProposalApi } from './proposal-api'

const CAKE = '0123456789abcdef'.repeat(2)
const PROPOSAL = { id: 'a'.repeat(32), recipeId: CAKE, program: 'Kitchen robot', wish: 'metric' }

let server: ScriptedApiClient
let proposals: ProposalApi

beforeEach(() => {
  server = new ScriptedApiClient()
  proposals = new ProposalApi(server)
})

describe('the API of proposals', () => {
  it('lists the proposals for a recipe only', async () => {
    server.answers.set('GET /api/proposals', { proposals: [{ ...PROPOSAL, recipeId: 'b'.repeat(32) }, PROPOSAL] })
    expect(await proposals.of(CAKE)).toEqual([PROPOSAL])
    expect(await proposals.all()).toHaveLength(2)
  })

  it.each([[{}], [{ proposals: [{ ...PROPOSAL, wish: 1 }] }]])(
    'rejects an answer that is no list: %j',
    async (answer) => {
      server.answers.set('GET /api/proposals', answer)
      await expect(proposals.of(CAKE)).rejects.toMatchObject({ code: 'UNKNOWN' })
    },
  )

  it('keeps an id within one path segment', async () => {
    server.answers.set('DELETE /api/proposals/..%2Ftokens', {})
    await proposals.discard('../tokens')
    expect(server.calls).toHaveLength(1)
  })
})
