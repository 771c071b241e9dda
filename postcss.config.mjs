// Tailwind is the only CSS step.
export default { plugins: { "@tailwindcss/postcss": {} } }
