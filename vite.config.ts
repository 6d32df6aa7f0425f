import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/** The app is served under this base path; its routes live in the hash. */
export default defineConfig({
  base: process.env['BASE_PATH'] ?? '/',
  plugins: [react()],
  build: { outDir: 'dist', manifest: true, target: 'es2022', chunkSizeWarningLimit: 300 },
})
