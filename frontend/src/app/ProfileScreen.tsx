import { ProfilePage } from '../features/account/ui/profile/ProfilePage'
import { BoughtCredits } from '../features/credits/ui/BoughtCredits'

/** The profile, with the bought credits that would be lost if the account is deleted. */
export function ProfileScreen() {
  return <ProfilePage boughtCredits={<BoughtCredits />} />
}
