import { useAppConfig } from '../api/app-config'

/** Whether the demo kitchen is open here; closed until the configuration says otherwise. */
export function useDemo(): boolean {
  return useAppConfig()?.demo ?? false
}
