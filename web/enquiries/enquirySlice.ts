import { createSlice, type PayloadAction } from '@reduxjs/toolkit'
import type { Enquiry } from '#contract/enquiries.ts'
import { userDataChanged } from '#web/accounts/accountSlice.ts'
import { addEnquiryId } from '#web/navigation/paths.ts'
import { getEnquiry, listEnquiries } from './enquiryApi.ts'

/** The working set: the list that the person works through, and the open enquiry. */
interface EnquiryState {
  data: Enquiry[]
  totalDocs: number
  /** The results of the current search; empty without one. */
  searchResult: Enquiry[]
  singleData: Enquiry | null
  selectedId: string | null
  isAdd: boolean
}

const initialState: EnquiryState = {
  data: [],
  totalDocs: 0,
  searchResult: [],
  singleData: null,
  selectedId: null,
  isAdd: false,
}

const enquirySlice = createSlice({
  name: 'enquiry',
  initialState,
  reducers: {
    enquiryOpened(state, { payload }: PayloadAction<string>) {
      state.isAdd = payload === addEnquiryId
      state.selectedId = state.isAdd ? null : payload
      if (state.singleData?._id !== state.selectedId) state.singleData = null
    },
  },
  extraReducers: (builder) =>
    builder
      .addCase(userDataChanged, (state, { payload }) => (payload ? state : initialState))
      .addMatcher(listEnquiries.matchFulfilled, (state, { payload, meta }) => {
        state.data = payload.docs
        state.totalDocs = payload.totalDocs
        state.searchResult = meta.arg.originalArgs.search ? payload.docs : []
      })
      .addMatcher(getEnquiry.matchFulfilled, (state, { payload, meta }) => {
        // The list also prefetches enquiries that are not opened.
        if (meta.arg.originalArgs === state.selectedId) state.singleData = payload
      }),
})

export const enquiryReducer = enquirySlice.reducer
export const { enquiryOpened } = enquirySlice.actions
