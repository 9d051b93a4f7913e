/** Frequencies in Hz, one after the other. */
const TONES = { joined: [659, 880], replied: [880, 659, 880] } as const

export type Sound = keyof typeof TONES

const TONE_S = 0.16
const VOLUME = 0.2

let context: AudioContext | undefined

/** Plays a short chime. Browsers stay silent until somebody has used the page. */
export function play(sound: Sound): void {
  context ??= new AudioContext()
  void context.resume()
  for (const [index, frequency] of TONES[sound].entries()) tone(context, frequency, index * TONE_S)
}

function tone(audio: AudioContext, frequency: number, afterS: number): void {
  const start = audio.currentTime + afterS
  const oscillator = new OscillatorNode(audio, { frequency, type: 'sine' })
  const gain = new GainNode(audio, { gain: 0 })
  // Fade in and out: a tone cut off abruptly clicks.
  gain.gain.linearRampToValueAtTime(VOLUME, start + 0.02)
  gain.gain.linearRampToValueAtTime(0, start + TONE_S)
  oscillator.connect(gain).connect(audio.destination)
  oscillator.start(start)
  oscillator.stop(start + TONE_S)
}
