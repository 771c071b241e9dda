// Two short tones, made by the browser itself: a stroke and its answer.
export function chime(): void {
  const context = new AudioContext()
  const tone = (frequency: number, at: number) => {
    const oscillator = context.createOscillator()
    const gain = context.createGain()
    oscillator.frequency.value = frequency
    gain.gain.setValueAtTime(0, context.currentTime + at)
    gain.gain.linearRampToValueAtTime(0.12, context.currentTime + at + 0.02)
    gain.gain.exponentialRampToValueAtTime(0.0001, context.currentTime + at + 0.35)
    oscillator.connect(gain).connect(context.destination)
    oscillator.start(context.currentTime + at)
    oscillator.stop(context.currentTime + at + 0.4)
  }
  tone(587, 0)
  tone(784, 0.14)
  setTimeout(() => void context.close(), 1_000)
}
