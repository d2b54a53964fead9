/** Three synthesized tones, so that no sound file must be loaded. */
let context: AudioContext | null = null

/** Browsers allow sound only after a user gesture; called when a timer is started. */
export function prepareBell(): void {
  if (typeof AudioContext === 'undefined') return
  context ??= new AudioContext()
  if (context.state === 'suspended') context.resume().catch(() => undefined)
}

export function ringBell(): void {
  if (context === null || context.state !== 'running') return
  const begin = context.currentTime
  for (const at of [0, 0.25, 0.5]) {
    const tone = context.createOscillator()
    const volume = context.createGain()
    tone.frequency.value = 880
    volume.gain.setValueAtTime(0, begin + at)
    volume.gain.linearRampToValueAtTime(0.4, begin + at + 0.02)
    volume.gain.exponentialRampToValueAtTime(0.001, begin + at + 0.2)
    tone.connect(volume).connect(context.destination)
    tone.start(begin + at)
    tone.stop(begin + at + 0.22)
  }
}
