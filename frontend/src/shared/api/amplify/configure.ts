import { Amplify } from 'aws-amplify'
import type { AppConfig } from '../config'

/** Callback paths of the hosted page by language. Must match the deployment template. */
const CALLBACKS = ['/oauth/callback', '/es/oauth/callback', '/fr/oauth/callback']
const HOMES = ['/', '/es', '/fr']

/** Configures the library with the servers of the app configuration. */
export function configure(config: AppConfig): void {
  const { userPoolEndpoint, identityPoolEndpoint, oauthDomain } = config
  const oauth =
    oauthDomain === undefined
      ? {}
      : {
          oauth: {
            domain: oauthDomain,
            scopes: ['phone', 'email', 'openid', 'profile', 'aws.cognito.signin.user.admin'],
            redirectSignIn: inThisLanguageFirst(CALLBACKS).map((path) => location.origin + path),
            redirectSignOut: HOMES.map((path) => location.origin + path),
            responseType: 'code' as const,
          },
        }
  Amplify.configure({
    Auth: {
      Cognito: {
        userPoolId: config.userPoolId,
        userPoolClientId: config.userPoolClientId,
        identityPoolId: config.identityPoolId,
        allowGuestAccess: true,
        loginWith: { email: true, ...oauth },
        ...(userPoolEndpoint === undefined ? {} : { userPoolEndpoint }),
        ...(identityPoolEndpoint === undefined ? {} : { identityPoolEndpoint }),
      },
    },
    API: {
      GraphQL: { endpoint: config.graphqlEndpoint, region: config.region, defaultAuthMode: 'lambda' },
    },
  })
}

/** URL of a hosted sign-in page; https except in the local stage. */
export function hostedPage(config: AppConfig, path: string): string {
  return `${config.stage === 'local' ? location.protocol : 'https:'}//${config.oauthDomain ?? location.host}${path}`
}

/** The library redirects to the first address with this host. */
function inThisLanguageFirst(paths: readonly string[]): string[] {
  const [, first = ''] = location.pathname.split('/')
  const here = paths.find((path) => path.startsWith(`/${first}/`) && path !== paths[0]) ?? paths[0]
  return [...paths].sort((a, b) => Number(b === here) - Number(a === here))
}
