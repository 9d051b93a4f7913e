// The display in the room: a clock, and a chime and a spoken call for each guest who is called.
import { formatTime } from './shared.ts'

const { tag = '' } = document.body.dataset
// Browsers play sound only after somebody has pressed something, unless the screen is set up to allow it.
const audio = globalThis.AudioContext && new AudioContext()

function showTime() {
  const clock = document.querySelector<HTMLElement>('[data-clock]')
  // A queue that is gone has none.
  if (!clock) return
  const time = formatTime(new Date(Date.now() + Number(clock.dataset.clock) * 60_000), tag)
  if (clock.textContent !== time) clock.textContent = time
}

function showButton() {
  const button = document.querySelector<HTMLElement>('[data-sound]')
  if (button) button.hidden = audio?.state !== 'suspended'
}

const calls = () => [...document.querySelectorAll<HTMLElement>('[data-called]')]
const timeOf = ({ dataset }: HTMLElement) => Date.parse(dataset.called ?? '')
/** When the latest call so far was made. One that is back after others have gone is not new. */
let latest = Math.max(0, ...calls().map(timeOf))

/** Two falling tones, as of a gong. */
function chime() {
  for (const [n, frequency] of [659.25, 523.25].entries()) {
    const [tone, volume] = [audio.createOscillator(), audio.createGain()]
    const at = audio.currentTime + n * 0.45
    tone.frequency.value = frequency
    volume.gain.setValueAtTime(0.4, at)
    volume.gain.exponentialRampToValueAtTime(0.001, at + 1.2)
    tone.connect(volume).connect(audio.destination)
    tone.start(at)
    tone.stop(at + 1.2)
  }
}

/** Speaks after the chime, in the language of the page. A browser without a voice for it stays silent. */
function speak(text: string) {
  if (!globalThis.SpeechSynthesisUtterance) return
  const words = new SpeechSynthesisUtterance(text)
  words.lang = document.documentElement.lang
  setTimeout(() => globalThis.speechSynthesis?.speak(words), 1600)
}

function announceNew() {
  const added = calls().filter((call) => timeOf(call) > latest)
  latest = Math.max(latest, ...added.map(timeOf))
  if (audio?.state !== 'running' || added.length === 0) return
  chime()
  for (const { dataset } of added.reverse()) speak(dataset.spoken ?? '')
}

function refresh() {
  showTime()
  showButton()
  announceNew()
}
refresh()
setInterval(showTime, 1000)
audio?.addEventListener('statechange', showButton)
// The other script replaces the main element when something changes.
new MutationObserver(refresh).observe(document.body, { childList: true })
document.addEventListener('click', async ({ target }) => {
  if (!audio || !(target as Element).closest('[data-sound]')) return
  await audio.resume()
  chime()
})
