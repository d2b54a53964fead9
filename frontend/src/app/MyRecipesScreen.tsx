import { useAppConfig } from '../api/app-config'
import { GuestOffer } from '../features/account/GuestOffer'
import { MyRecipesPage } from '../features/my-recipes/MyRecipesPage'

/** The list, and below it what a guest is offered. The demo kitchen is closed until the configuration says otherwise. */
export function MyRecipesScreen() {
  const demo = useAppConfig()?.demo ?? false
  return (
    <>
      <MyRecipesPage demo={demo} />
      <GuestOffer />
    </>
  )
}
