import axios from 'axios'
import { apiSettings } from './settings.ts'

export const client = axios.create({
  baseURL: apiSettings.baseUrl,
  timeout: apiSettings.timeout,
  // The cookie of the session reaches the API on another host, too.
  withCredentials: true,
  // Repeats the name for each value, as a form does.
  paramsSerializer: { indexes: null },
})
