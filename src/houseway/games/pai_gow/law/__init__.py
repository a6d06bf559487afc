"""Chapter 621a, paragraph by paragraph. No presentation and no analysis here."""
