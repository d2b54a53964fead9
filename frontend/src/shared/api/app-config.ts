import { useEffect, useState } from 'react'
import { type AppConfig, loadConfig } from './config'
import { shared } from './connect'

/** Where this app runs, fetched once for all who ask. */
export const appConfig = shared(() => loadConfig())

/** Where this app runs; null until that is known. */
export function useAppConfig(): AppConfig | null {
  const [config, setConfig] = useState<AppConfig | null>(null)
  useEffect(() => {
    let wanted = true
    appConfig().then(
      (loaded) => {
        if (wanted) setConfig(loaded)
      },
      // What depends on it stays away; whoever talks to the server hears of the failure.
      () => undefined,
    )
    return () => {
      wanted = false
    }
  }, [])
  return config
}
