import {
  Authenticator,
  type AuthenticatorProps,
  PasswordField,
  TextField,
  useAuthenticator,
} from '@aws-amplify/ui-react'
import { createContext, type ReactNode, use, useEffect, useMemo, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { FormattedMessage, type MessageDescriptor, useIntl } from 'react-intl'
import { Link } from 'react-router'
import { signInServices, speak } from '../../../shared/api/amplify/sign-in'
import { paths } from '../../../shared/lib/routing/paths'
import { PublicLink } from '../../../shared/ui/PublicLink'
import { signInMessages } from '../messages'
import { FieldChecks } from './FieldChecks'
import { formMessages, useFormWords } from './form-messages'
import { OtherWays } from './OtherWays'
import { PasswordRules } from './PasswordRules'
import { useFieldSlot } from './useFieldSlot'
import './authenticator.css'

export type AuthRoute = 'signIn' | 'signUp' | 'forgotPassword'

/** Verification codes that the local cloud accepts, because it sends no email. */
const LOCAL_CODES = { signUp: '123456', newPassword: '654321' } as const

interface AuthenticatorFormsProps {
  route: AuthRoute
  /** Email typed on another auth route. */
  email: string
  onEmail: (email: string) => void
  /** Runs before sign-in completes. Must not reject or take long. */
  beforeSignIn: () => Promise<void>
  /** True on a local stage, which sends no email. */
  local: boolean
}

const TypedContext = createContext({ email: '', local: false, codesSent: 0 })

/** Amplify's Authenticator with Zest's texts, checks and styles. Its tabs are hidden, because each route is a page. */
export default function AuthenticatorForms({ route, email, onEmail, beforeSignIn, local }: AuthenticatorFormsProps) {
  const intl = useIntl()
  const root = useRef<HTMLDivElement>(null)
  const [password, setPassword] = useState('')
  const [codesSent, setCodesSent] = useState(0)
  const { fields, phrases } = useFormWords(email)
  // Amplify translates while it builds a form, so the phrases must be registered first.
  const [firstFields] = useState(() => {
    speak(intl.locale, phrases)
    return fields
  })
  const services = useMemo(
    () =>
      signInServices({
        explain: (problem) => intl.formatMessage(signInMessages[problem]),
        beforeSignIn,
        onCodeSent: () => setCodesSent((count) => count + 1),
      }),
    [intl, beforeSignIn],
  )
  const rulesPlace = useFieldSlot(root, 'input[name="password"][autocomplete="new-password"]')
  const typed = useMemo(() => ({ email, local, codesSent }), [email, local, codesSent])

  const onInput = (target: EventTarget) => {
    if (!(target instanceof HTMLInputElement)) return
    if (target.name === 'password') setPassword(target.value)
    if (target.name === 'username' || target.name === 'email') onEmail(target.value)
  }

  return (
    <TypedContext value={typed}>
      <div ref={root} className="authenticator" onInput={({ target }) => onInput(target)}>
        <FieldChecks>
          <Authenticator
            initialState={route}
            loginMechanisms={['email']}
            // Amplify's types also include calls with a server context argument, which are made on servers only.
            services={services as unknown as NonNullable<AuthenticatorProps['services']>}
            formFields={firstFields}
            components={STEPS}
          />
        </FieldChecks>
        {rulesPlace !== null && createPortal(<PasswordRules password={password} />, rulesPlace)}
      </div>
    </TypedContext>
  )
}

/** Overrides of Amplify's steps. Constant, so that a render never remounts a form and loses input. */
const STEPS = {
  SignIn: {
    Header: () => (
      <Step title={<FormattedMessage {...formMessages.signInTitle} />} ways>
        <FormattedMessage
          id="auth.signIn.text"
          defaultMessage="New to Zest? <link>Create an account</link>"
          values={{ link: (text) => <TextLink to={paths.signup}>{text}</TextLink> }}
        />
      </Step>
    ),
    Footer: () => (
      <p className="text-center">
        <TextLink to={paths.forgotPassword}>
          <FormattedMessage id="auth.forgot.link" defaultMessage="Forgot your password?" />
        </TextLink>
      </p>
    ),
  },
  SignUp: {
    Header: () => (
      <Step title={<FormattedMessage {...formMessages.signUpTitle} />} ways>
        <FormattedMessage
          id="auth.signUp.text"
          defaultMessage="Your guest recipes come with you. Already have an account? <link>Sign in</link>"
          values={{ link: (text) => <TextLink to={paths.login}>{text}</TextLink> }}
        />
      </Step>
    ),
    FormFields: SignUpFields,
    Footer: () => (
      <p className="text-center text-sm text-muted">
        <FormattedMessage
          id="auth.signUp.terms"
          defaultMessage="By creating an account, you agree to our <terms>terms</terms> and <privacy>privacy policy</privacy>."
          values={{
            terms: (text) => <PublicLink to={paths.terms}>{text}</PublicLink>,
            privacy: (text) => <PublicLink to={paths.privacy}>{text}</PublicLink>,
          }}
        />
      </p>
    ),
  },
  ConfirmSignUp: {
    Header: () => (
      <CodeStep text={formMessages.confirmText} title={formMessages.confirmTitle} localCode={LOCAL_CODES.signUp} />
    ),
  },
  ForgotPassword: {
    Header: () => (
      <Step title={<FormattedMessage {...formMessages.forgotTitle} />}>
        <FormattedMessage {...formMessages.forgotText} />
      </Step>
    ),
  },
  ConfirmResetPassword: {
    Header: () => (
      <CodeStep text={formMessages.resetText} title={formMessages.forgotTitle} localCode={LOCAL_CODES.newPassword} />
    ),
  },
}

function Step({ title, children, ways = false }: { title: ReactNode; children: ReactNode; ways?: boolean }) {
  return (
    <div className="flex flex-col gap-2 pb-5">
      <h1 className="text-3xl font-semibold">{title}</h1>
      <p className="text-muted">{children}</p>
      <KeptFocus />
      {ways && <OtherWays />}
    </div>
  )
}

interface CodeStepProps {
  title: MessageDescriptor
  text: MessageDescriptor
  localCode: string
}

/** Step that asks for the code from an email. */
function CodeStep({ title, text, localCode }: CodeStepProps) {
  const intl = useIntl()
  const { email, local, codesSent } = use(TypedContext)
  const [before] = useState(codesSent)
  const bold = (text: ReactNode) => (
    <b key="bold" className="font-semibold wrap-anywhere text-ink">
      {text}
    </b>
  )
  return (
    <Step title={intl.formatMessage(title)}>
      {intl.formatMessage(text, { email: bold(email) })}
      {local && (
        <span className="mt-3 block rounded-xl bg-accent-soft px-4 py-3 text-sm text-on-accent-soft">
          <FormattedMessage
            id="auth.localCode"
            defaultMessage="This local Zest sends no email. Your code is always {code}."
            values={{ code: <b>{localCode}</b> }}
          />
        </span>
      )}
      <span role="status" className="block text-sm font-medium text-good">
        {codesSent > before && <FormattedMessage {...formMessages.codeSent} />}
      </span>
    </Step>
  )
}

/** No confirmation field: the password can be shown, and can be reset. */
function SignUpFields() {
  const { email } = use(TypedContext)
  const [firstEmail] = useState(email)
  const { labels } = useFormWords(email)
  return (
    <>
      <TextField
        name="email"
        type="email"
        label={labels.email}
        defaultValue={firstEmail}
        autoComplete="username"
        autoCapitalize="off"
        isRequired
      />
      <PasswordField
        name="password"
        label={labels.password}
        autoComplete="new-password"
        autoCapitalize="off"
        isRequired
        {...labels.toggle}
      />
    </>
  )
}

/** Restores focus after a failed submit, which disables the form and so drops focus. */
function KeptFocus() {
  const { isPending } = useAuthenticator((context) => [context.isPending])
  const before = useRef<Element | null>(null)
  useEffect(() => {
    const remember = () => {
      before.current = document.activeElement
    }
    document.addEventListener('submit', remember, true)
    return () => document.removeEventListener('submit', remember, true)
  }, [])
  useEffect(() => {
    if (isPending || document.activeElement !== document.body) return
    if (before.current instanceof HTMLElement && before.current.isConnected) before.current.focus()
    before.current = null
  }, [isPending])
  return null
}

function TextLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link to={to} className="font-semibold text-accent underline underline-offset-4 hover:text-accent-strong">
      {children}
    </Link>
  )
}
