import type { ReactNode } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { Link } from 'react-router'
import type { User } from '../../../../shared/api/account/account'
import { useSession } from '../../../../shared/api/account/SessionProvider'
import { useRecipes } from '../../../../shared/api/recipes/RecipesProvider'
import { paths } from '../../../../shared/lib/routing/paths'
import { Button, buttonClass } from '../../../../shared/ui/Button'
import { Skeleton } from '../../../../shared/ui/Skeleton'
import { usePageTitle } from '../../../../shared/ui/usePageTitle'
import { SignInLink } from '../SignInLink'
import { useFlashMessage } from '../useFlashMessage'
import { useSignOut } from '../useSignOut'
import { AssistantSection } from './AssistantSection'
import { DeleteAccount } from './DeleteAccount'
import { DeleteAllRecipes } from './DeleteAllRecipes'
import { ExportData } from './ExportData'
import { NameForm } from './NameForm'
import { PasswordForm } from './PasswordForm'
import { Preferences } from './Preferences'
import { Section } from './Section'
import { TokensSection } from './TokensSection'

/** Page /profile, for members and guests. */
export function ProfilePage({ boughtCredits }: { boughtCredits: ReactNode }) {
  const intl = useIntl()
  usePageTitle(intl.formatMessage({ id: 'page.profile.title', defaultMessage: 'Profile – Zest' }))
  const session = useSession()
  const note = useFlashMessage()
  return (
    <div className="mx-auto max-w-4xl pt-2 pb-24 sm:pt-6">
      {note === 'account-deleted' && (
        <p role="status" className="mb-8 rounded-2xl bg-accent-soft px-5 py-4 text-on-accent-soft">
          <FormattedMessage
            id="profile.accountDeleted"
            defaultMessage="Your account has been deleted. Thanks for cooking with Zest."
          />
        </p>
      )}
      {session.phase === 'starting' && <Skeleton className="h-72 w-full" />}
      {session.phase === 'guest' && <GuestProfile />}
      {/* The key resets the form when another user signs in. */}
      {session.phase === 'member' && (
        <MemberProfile key={session.user.sub} user={session.user} boughtCredits={boughtCredits} />
      )}
    </div>
  )
}

function MemberProfile({ user, boughtCredits }: { user: User; boughtCredits: ReactNode }) {
  const { leaving, signOut, question } = useSignOut()
  const count = useRecipes().recipes.length
  return (
    <>
      <h1 className="pb-8 text-3xl font-semibold sm:text-4xl">
        <FormattedMessage id="profile.title" defaultMessage="Your profile" />
      </h1>
      <Section title={<FormattedMessage id="profile.you" defaultMessage="You" />}>
        <NameForm user={user} />
      </Section>
      <AppearanceSection />
      <AssistantSection isMember />
      {user.hasPassword && (
        <Section title={<FormattedMessage id="profile.password" defaultMessage="Password" />}>
          <PasswordForm email={user.email} />
        </Section>
      )}
      <ExportSection user={user} />
      <TokensSection />
      <Section
        title={<FormattedMessage id="profile.session" defaultMessage="Session" />}
        text={
          <FormattedMessage
            id="profile.session.text"
            defaultMessage="Signs you out on every device and removes your recipes from this one."
          />
        }
      >
        <Button variant="quiet" onClick={signOut} disabled={leaving}>
          <FormattedMessage id="profile.signOut" defaultMessage="Sign out everywhere" />
        </Button>
        {question}
      </Section>
      <DeleteSection>
        <DeleteAllRecipes count={count} />
        <DeleteAccount email={user.email} boughtCredits={boughtCredits} />
      </DeleteSection>
    </>
  )
}

function GuestProfile() {
  const count = useRecipes().recipes.length
  return (
    <>
      <h1 className="text-3xl font-semibold sm:text-4xl">
        <FormattedMessage id="profile.guest.title" defaultMessage="You’re a guest" />
      </h1>
      <p className="mt-3 max-w-2xl text-lg text-muted">
        <FormattedMessage
          id="profile.guest.text"
          defaultMessage="{count, plural, =0 {Create an account to use your recipes on any device.} one {Your recipe is saved only in this browser. Create an account to use it on any device.} other {Your # recipes are saved only in this browser. Create an account to use them on any device.}}"
          values={{ count }}
        />
      </p>
      <div className="mt-6 mb-10 flex flex-wrap gap-3">
        <SignInLink to={paths.signup} className={buttonClass('primary')}>
          <FormattedMessage id="auth.signUp" defaultMessage="Create account" />
        </SignInLink>
        <SignInLink className={buttonClass('quiet')}>
          <FormattedMessage id="account.signIn" defaultMessage="Sign in" />
        </SignInLink>
        <Link to={paths.feedback} className={buttonClass('bare')}>
          <FormattedMessage id="account.feedback" defaultMessage="Feedback" />
        </Link>
      </div>
      <AppearanceSection />
      <AssistantSection isMember={false} />
      <ExportSection user={null} />
      <DeleteSection>
        <DeleteAllRecipes count={count} />
      </DeleteSection>
    </>
  )
}

function AppearanceSection() {
  return (
    <Section
      title={<FormattedMessage id="profile.appearance" defaultMessage="Language and appearance" />}
      text={<FormattedMessage id="profile.appearance.text" defaultMessage="Applies to this device." />}
    >
      <Preferences />
    </Section>
  )
}

function ExportSection({ user }: { user: User | null }) {
  return (
    <Section
      title={<FormattedMessage id="profile.data" defaultMessage="Your data" />}
      text={
        <FormattedMessage
          id="profile.data.text"
          defaultMessage="Download your recipes any time, in the format you like."
        />
      }
    >
      <ExportData user={user} />
    </Section>
  )
}

function DeleteSection({ children }: { children: ReactNode }) {
  return (
    <Section
      title={<FormattedMessage id="profile.delete" defaultMessage="Delete" />}
      text={<FormattedMessage id="profile.delete.text" defaultMessage="Permanent. This can’t be undone." />}
    >
      <div className="flex flex-wrap gap-3">{children}</div>
    </Section>
  )
}
