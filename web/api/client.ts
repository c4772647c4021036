import axios from 'axios'
import { apiSettings } from './settings.ts'

export const client = axios.create({
  baseURL: apiSettings.baseUrl,
  timeout: apiSettings.timeout,
  // Repeats the name for each value, as a form does.
  paramsSerializer: { indexes: null },
})
