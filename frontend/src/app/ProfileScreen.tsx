import { ProfilePage } from '../features/account/ui/profile/ProfilePage'
import { BoughtCredits } from '../features/credits/ui/BoughtCredits'

export function ProfileScreen() {
  return <ProfilePage boughtCredits={<BoughtCredits />} />
}
