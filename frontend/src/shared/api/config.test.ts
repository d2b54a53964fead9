import { describe, expect, it } from 'vitest'
import { withoutTls } from './amplify/local-shim'
import { loadConfig, readConfig } from './config'

const config = {
  stage: 'local',
  region: 'us-east-1',
  userPoolId: 'us-east-1_x',
  userPoolClientId: 'client',
  identityPoolId: 'us-east-1:pool',
  graphqlEndpoint: 'http://localhost:3000/graphql',
}
const answering =
  (body: string, status = 200) =>
  async () =>
    new Response(body, { status })

describe('/config.json', () => {
  it('is read with and without optional endpoints', () => {
    expect(readConfig(config)).toEqual({
      ...config,
      demo: false,
      google: false,
      credits: false,
      groceries: false,
      agent: false,
    })
    expect(readConfig({ ...config, groceries: true }).groceries).toBe(true)
    expect(readConfig({ ...config, groceries: 'yes' }).groceries).toBe(false)
    expect(readConfig({ ...config, agent: 'standIn' }).agent).toBe('standIn')
    expect(readConfig({ ...config, agent: 'off' }).agent).toBe(false)
    const local = {
      ...config,
      identityPoolEndpoint: 'http://localhost:3000/cognito-identity/',
      demo: true,
      credits: true,
      groceries: true,
      google: true,
      agent: 'bedrock',
    }
    expect(readConfig(local)).toEqual(local)
  })

  it.each(Object.keys(config))('without %s is refused', (field) => {
    expect(() => readConfig({ ...config, [field]: undefined })).toThrow(`/config.json lacks ${field}`)
  })

  it('rejects when the file is missing', async () => {
    await expect(loadConfig(answering('', 404))).rejects.toThrow('status 404')
  })
})

it('only localhost addresses lose TLS', () => {
  expect(withoutTls('wss://localhost:3000/graphql/realtime')).toBe('ws://localhost:3000/graphql/realtime')
  expect(withoutTls('wss://127.0.0.1/x')).toBe('ws://127.0.0.1/x')
  expect(withoutTls('https://localhost:3000/oauth2/token')).toBe('http://localhost:3000/oauth2/token')
  expect(withoutTls('https://localhost.evil.example/x')).toBe('https://localhost.evil.example/x')
  expect(withoutTls('wss://localhost.evil.example/x')).toBe('wss://localhost.evil.example/x')
  expect(withoutTls('wss://api.example/x')).toBe('wss://api.example/x')
})
