import { useEffect, useState } from 'react'
import { type AppConfig, loadConfig } from './config'
import { shared } from './connect'

export const appConfig = shared(() => loadConfig())

/** The app configuration; null until it is loaded. */
export function useAppConfig(): AppConfig | null {
  const [config, setConfig] = useState<AppConfig | null>(null)
  useEffect(() => {
    let wanted = true
    appConfig().then(
      (loaded) => {
        if (wanted) setConfig(loaded)
      },
      // Features that need it stay hidden; calls report the failure.
      () => undefined,
    )
    return () => {
      wanted = false
    }
  }, [])
  return config
}
