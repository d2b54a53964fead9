import { ProfilePage } from '../features/account/ui/profile/ProfilePage'
import { BoughtCredits } from '../features/credits/ui/BoughtCredits'

/** The profile, with the bought credits that deleting the account would lose. */
export function ProfileScreen() {
  return <ProfilePage boughtCredits={<BoughtCredits />} />
}
