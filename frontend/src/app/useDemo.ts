import { useEffect, useState } from 'react'
import { loadConfig } from '../api/config'

/** Whether the demo kitchen is open here; closed until the configuration says otherwise. */
export function useDemo(): boolean {
  const [demo, setDemo] = useState(false)
  useEffect(() => {
    let wanted = true
    loadConfig().then(
      (config) => {
        if (wanted) setDemo(config.demo)
      },
      // Without a configuration the list itself says that nothing can be reached.
      () => undefined,
    )
    return () => {
      wanted = false
    }
  }, [])
  return demo
}
